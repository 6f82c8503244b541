/** Shared by all charts. */
export const chartsText = {
  png: 'PNG',
  hint: 'Hover or use the arrow keys to read values.',
  hintChoose: 'Hover or use the arrow keys to read values; click or press Enter to apply the limits.',
  chosen: (words: string) => `Applied: ${words}`,
  inUse: 'current limits',
  best: 'best',
  savePicture: (title: string) => `Save “${title}” as PNG`,
};
