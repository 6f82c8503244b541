import { lengthsOf, type Run } from './strategies';

interface Props {
  runs: Run[];
  component: number;
  limit: number;
}

/** The items of a pack in one component as alternating segments of a bar; its length is the limit. */
export function PackBar({ runs, component, limit }: Props) {
  const paths = ['', ''];
  let begin = 0;
  lengthsOf(runs, component).forEach((length, item) => {
    if (length > 0) paths[item % 2] += `M${begin} 0h${length}v1h${-length}z`;
    begin += length;
  });
  return (
    <svg class="pack-bar" viewBox={`0 0 ${limit} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path class="pack-bar-even" d={paths[0]} />
      <path class="pack-bar-odd" d={paths[1]} />
    </svg>
  );
}
