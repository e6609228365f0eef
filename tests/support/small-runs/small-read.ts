import { section } from '../../../implementation/section.ts';
import { holding, watched } from './small-watched.ts';

/** Stated against the order in which they have to run. */
export const read = section('4.2', 'read', ({ must, open }) => {
  must('4.2/holds', ['4.2/operation'], holding);
  open('4.2/last', ['4.2/operation'], watched('last', 'late'));
  open('4.2/alone', ['4.2/operation'], watched('alone', 'races'));
});
