/** Of efficiencies: one number for all components, in which the poorest counts most. */
export function harmonicMean(shares: readonly number[]): number {
  return shares.some((share) => share <= 0) ? 0 : shares.length / shares.reduce((sum, share) => sum + 1 / share, 0);
}
