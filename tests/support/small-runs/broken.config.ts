import { configOf } from './config-of.ts';

export default configOf('broken', ['small-read', 'small-ask']);
