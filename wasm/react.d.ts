/** Types of `<tuplepack-playground>` in TSX of React 18 and 19: `import type {} from 'tuplepack/react'`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { PlaygroundAttributes } from './playground.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tuplepack-playground': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & PlaygroundAttributes;
    }
  }
}
