import './small-entry.ts';
