import { expect, test, vi } from 'vitest';

/** The page of an iframe, with what listens to its messages. */
async function embeddingPage() {
  const frame = { contentWindow: {}, style: { height: '700px' } };
  let receive: (event: unknown) => void = () => {};
  vi.stubGlobal('window', { addEventListener: (_: string, listener: typeof receive) => (receive = listener) });
  vi.stubGlobal('document', { querySelectorAll: () => [frame] });
  (await import('../../../web/src/embed/frame')).sizeFrames();
  const report = (height: unknown, source: object = frame.contentWindow) =>
    receive({ data: { type: 'tuplepack-height', height }, source });
  return { frame, report };
}

test('the height of a frame is what it reports, within bounds', async () => {
  const { frame, report } = await embeddingPage();
  report(900);
  expect(frame.style.height).toBe('900px');
  for (const wrong of ['1e9', Number.NaN, Number.POSITIVE_INFINITY, null]) report(wrong);
  report(10, {});
  expect(frame.style.height).toBe('900px');
  report(1e9);
  expect(frame.style.height).toBe('20000px');
});
