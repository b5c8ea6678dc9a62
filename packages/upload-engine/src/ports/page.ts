/** What happens to the page and its network. Each subscription returns how to end it. */
export interface Page {
  /** The page closes or is put away: the last moment in which anything may be sent. */
  onLeave(listener: () => void): () => void;
  /** The device says that it has no network. */
  onOffline(listener: () => void): () => void;
  /** The network is back. */
  onOnline(listener: () => void): () => void;
  /** Tells the other pages of this browser that an upload was taken over. */
  tellOthers(): void;
  /** Another page of this browser took an upload over. */
  onTold(listener: () => void): () => void;
}
