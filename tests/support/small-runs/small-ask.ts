import { section } from '../../../implementation/section.ts';
import { holding, watched } from './small-watched.ts';

/** Stated against the order in which they have to run. */
export const ask = section('4.5', 'ask', ({ must, open }) => {
  must('4.5/holds', ['4.2/operation'], holding);
  open('4.5/one-of-many', ['4.2/operation'], watched('one', 'lanes'));
  open('4.5/other-of-many', ['4.2/operation'], watched('other', 'lanes'));
  open('4.5/first', ['4.2/operation'], watched('first', 'quiet'));
});
