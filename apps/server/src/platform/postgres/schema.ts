/** Tables of the database as the newest migration leaves them. */
export interface Database {}
