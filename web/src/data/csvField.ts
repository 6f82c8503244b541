/** Text as a field of CSV, in quotes where it could be taken for more than one. */
export function csvField(text: string): string {
  return /^[\w .-]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
