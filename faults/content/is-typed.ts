import type { Json } from '../../reference/json.ts';
import { checkedContent } from '../../reference/operations/object-type-property.ts';
import { Refused } from '../../reference/refused.ts';

/** Whether a value is of the documented type of a member of ObjectTypeProperty. */
export function isTyped(name: string, given: Json): boolean {
  try {
    checkedContent({ [name]: given });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
