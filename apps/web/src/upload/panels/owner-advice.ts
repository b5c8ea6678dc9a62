/** Whom to turn to about another user's upload: who may reset it is not sent to the Administrator. */
export function ownerAdvice(owner: string, canReset: boolean): string {
  return canReset
    ? `Please contact ${owner} before you change it. You can reset it yourself, with Reset upload.`
    : `Please contact ${owner} or the Administrator to update, replace or cancel it.`;
}
