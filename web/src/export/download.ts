/** How long the browser may take to begin saving, in milliseconds. */
const patience = 10_000;

/** Hands a file to the browser to save; nothing leaves the computer. */
export function download(name: string, content: string | Uint8Array, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), patience);
}
