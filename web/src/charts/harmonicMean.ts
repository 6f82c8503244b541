/** Harmonic mean of the efficiencies of all components. */
export function harmonicMean(shares: readonly number[]): number {
  return shares.some((share) => share <= 0) ? 0 : shares.length / shares.reduce((sum, share) => sum + 1 / share, 0);
}
