const MARKER =
  /\b(?:cross|x)[\s_-]*(?:strips?|lines?|ties?|flights?|runs?)\b|\btie[\s_-]*lines?\b|\b(?:XS|CS)[\s_-]*\d+\b/i;

/** Whether a name or description marks a cross strip: `Cross Strip 1`, `x-line`, `tie lines`, `XS02`. */
export function marksCrossStrip(text: string): boolean {
  return MARKER.test(text);
}
