/** One upload: octets and their actual media type. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

function picture(type: string, base64: string): Picture {
  return { type, bytes: new Uint8Array(Buffer.from(base64, 'base64')) };
}

function textual(type: string, text: string): Picture {
  return { type, bytes: new TextEncoder().encode(text) };
}

/** One grey pixel as a baseline JPEG. */
export const jpeg = picture(
  'image/jpeg',
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB' +
    'AQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
);

/** One grey pixel as a PNG. */
export const png = picture(
  'image/png',
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
);

/** One transparent pixel as a GIF. */
export const gif = picture('image/gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');

/** The three types that the contract allows for an upload (4.15), with octets of these types. */
export const allowedPictures: readonly Picture[] = [jpeg, png, gif];

/** Well-formed content of types that the contract does not list for an upload (4.15). */
export const otherContents: readonly Picture[] = [
  picture('image/webp', 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA='),
  textual(
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>',
  ),
  // This label begins with a listed type.
  textual('image/png+none', 'no image\n'),
  // A listed type begins with this label.
  textual('image/jp', 'no image\n'),
  textual('text/plain', 'no image\n'),
  textual('text/html', '<!DOCTYPE html><title>no image</title>\n'),
  textual('application/xml', '<image>none</image>\n'),
  textual('application/json', '{"image":false}'),
  textual('application/octet-stream', 'no image either\n'),
];
