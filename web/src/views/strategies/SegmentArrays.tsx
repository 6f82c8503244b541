import type { Segments } from 'tuplepack';
import { CopyText } from '../../controls/buttons';
import { strategiesText } from './words';

const text = strategiesText.pack;
const shown = 64;
const arrays = [
  ['position_ids', 'positionIds'],
  ['segment_ids', 'segmentIds'],
  ['cu_seqlens', 'cuSeqlens'],
] as const;

/** The arrays of a pack for training, truncated, with copy buttons. */
export function SegmentArrays({ segments }: { segments: Segments }) {
  return (
    <dl class="segment-arrays">
      {arrays.map(([name, field]) => {
        const values = segments[field];
        return (
          <div key={name}>
            <dt>
              <code>{name}</code> <small>{text[name]}</small>
            </dt>
            <dd>
              <code>
                [{values.subarray(0, shown).join(', ')}
                {values.length > shown && ', …'}]
              </code>
              <CopyText label={text.copy(name)} what={name} content={`[${values.join(', ')}]`} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
