const two = (n: number): string => String(n).padStart(2, "0");

function offsetOf(minutes: number): string {
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** An instant in the user's own time with its offset: `2026-11-21 19:54:32 UTC+10:00`. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
  return `${day} ${time} ${offsetOf(-at.getTimezoneOffset())}`;
}
