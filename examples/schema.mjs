/**
 * CouchDB's own schema check, as the contract types the members (Resources and their fields): CouchDB calls it with each
 * document before it stores the document; a thrown object refuses it. It is sent as text, so it rests on nothing else.
 * @param {any} document
 */
export function validateDocument(document) {
  /** @param {unknown} value */
  function integer(value) {
    return typeof value === 'number' && Math.floor(value) === value;
  }
  /** @param {unknown} value */
  function int32(value) {
    return integer(value) && Number(value) >= -2147483648 && Number(value) <= 2147483647;
  }
  /** @param {string} type */
  function of(type) {
    /** @param {unknown} value */
    return function (value) {
      return typeof value === type;
    };
  }
  /** @param {unknown} value */
  function object(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
  /** @param {any} value */
  function item(value) {
    return (
      object(value) &&
      (value.integerExample === undefined || integer(value.integerExample)) &&
      (value.integerExampleInt32 === undefined || int32(value.integerExampleInt32))
    );
  }
  /** @type {Record<string, (value: any) => boolean>} */
  const elements = {
    arrayOfIntExample: integer,
    arrayOfUniqueIntExample: integer,
    arrayOfTwonumbersExample: integer,
    arrayOfFloatExample: of('number'),
    arrayOfNumberNoDefaultsExample: integer,
    arrayOfStringExample: of('string'),
    arrayOfObjectType: item,
  };
  if (document._deleted) return;
  if (!object(document.objectTypeProperty)) throw { forbidden: 'objectTypeProperty has to be an object' };
  if (document.someProperty !== undefined && typeof document.someProperty !== 'string')
    throw { forbidden: 'someProperty has to be a string' };
  for (const [name, isElement] of Object.entries(elements)) {
    const value = document.objectTypeProperty[name];
    if (value !== undefined && !(Array.isArray(value) && value.every(isElement)))
      throw { forbidden: name + ' is not of its type' };
  }
}
