/** Gzip data of several members, as of bgzip, pigz and cat. Loaded on demand. */
import { Gunzip } from 'fflate';
import { type Bytes, collect, joined, type Reading, unpacked } from './bytes';

const sliceBytes = 1 << 16;
const yieldBytes = 1 << 20;

/** The members. Throws where the data are corrupt, but does not look at checksums. */
async function membersOf(bytes: Bytes, { signal, progress }: Reading): Promise<Bytes[]> {
  const begins = [0];
  const reader = new Gunzip(() => {});
  reader.onmember = (begin) => begins.push(begin);
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (at % yieldBytes === 0) await new Promise((ready) => setTimeout(ready));
    signal?.throwIfAborted();
    progress?.(null);
    reader.push(bytes.subarray(at, at + sliceBytes), at + sliceBytes >= bytes.length);
  }
  return begins.map((begin, member) => bytes.subarray(begin, begins[member + 1]));
}

/** Unpacks each member alone, so that its checksum is held against its bytes. Throws where the data are corrupt. */
export async function gunzipMembers(bytes: Bytes, reading: Reading): Promise<Bytes> {
  const pieces: Bytes[] = [];
  for (const member of await membersOf(bytes, reading)) {
    pieces.push(await collect(unpacked(member, 'gzip'), 0, reading));
  }
  return joined(pieces);
}
