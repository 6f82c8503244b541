/** Shared by all charts. */
export const chartsText = {
  png: 'PNG',
  pointAtLine: 'Hover over the chart to read values.',
  lineKeys: 'Use the arrow keys to move along the lines.',
  savePicture: (title: string) => `Save “${title}” as PNG`,
};
