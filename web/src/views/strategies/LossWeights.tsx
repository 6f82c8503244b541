import { ScrollTable } from '../../controls/ScrollTable';
import type { PackTraining } from '../../engine/protocol';
import { lengthsOf, type Run } from './strategies';
import { strategiesText } from './words';

const text = strategiesText.pack;

interface Props {
  runs: Run[];
  component: number;
  components: string[];
  aligned: boolean;
  training: PackTraining;
}

/** The items of a pack and their weights in the loss. */
export function LossWeights({ runs, component, components, aligned, training: { weights, cuSeqlens } }: Props) {
  const headings = [
    { name: text.ofSizes(components, aligned), names: true },
    { name: text.weight },
    { name: text.meanShare },
  ];
  const places = cuSeqlens[cuSeqlens.length - 1] as number;
  const weighed = lengthsOf(runs, component).filter((length) => length > 0).length;
  let item = 0;
  return (
    <div class="loss-weights">
      <ScrollTable caption={text.items} titled headings={headings}>
        {runs.map(({ sizes, copies }) => {
          const first = cuSeqlens[item] as number;
          const length = sizes[component] as number;
          item += copies;
          return (
            <tr key={sizes.join()}>
              <th scope="row">{text.run(sizes, copies)}</th>
              <td>{length > 0 && text.number(weights[first] as number)}</td>
              <td>{length > 0 && text.percent(length / places)}</td>
            </tr>
          );
        })}
      </ScrollTable>
      {weighed > 0 && <small>{text.weightHelp(weighed, places)}</small>}
    </div>
  );
}
