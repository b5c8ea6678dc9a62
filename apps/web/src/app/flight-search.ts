/** The page of an address; what is no page number is left out and stands for the first page. */
export function pageOf(value: unknown): { page?: number } {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {};
}
