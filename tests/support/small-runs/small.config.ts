import { configOf } from './config-of.ts';

export default configOf('small', ['small-read', 'small-ask']);
