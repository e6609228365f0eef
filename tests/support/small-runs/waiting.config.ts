import { configOf } from './config-of.ts';

export default configOf('waiting');
