// Packages without types of their own.
declare module 'express-pouchdb';
declare module 'pouchdb-adapter-memory';
declare module 'pouchdb-core';
declare module 'pouchdb-mapreduce';
