/** Milliseconds until the object URL is revoked. */
const patience = 10_000;

/** Saves a file through the browser, without a network request. */
export function download(name: string, content: string | Uint8Array, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), patience);
}
