/** The records and request bodies of the contract as types: made from the schemas beside this file. */

/** ExampleResource (Resources, ExampleResource). */
export interface ExampleResource {
  readonly version: number;
  readonly objectTypeProperty?: ObjectTypeProperty;
}

/** ObjectTypeProperty (Resources, ObjectTypeProperty). */
export interface ObjectTypeProperty {
  readonly arrayOfIntExample?: readonly number[];
  readonly arrayOfUniqueIntExample?: readonly number[];
  readonly arrayOfTwonumbersExample?: readonly number[];
  readonly arrayOfFloatExample?: readonly number[];
  readonly arrayOfNumberNoDefaultsExample?: readonly number[];
  readonly arrayOfStringExample?: readonly string[];
  readonly arrayOfObjectType?: readonly ArrayItem[];
}

/** ArrayItem (Resources, ArrayItem). */
export interface ArrayItem {
  readonly integerExample?: number;
  readonly integerExampleInt32?: number;
}

/** ExampleResourceUpdateAction (Resources, ExampleResourceUpdateAction). */
export interface ExampleResourceUpdateAction {
  readonly action?: string;
  readonly someProperty?: string;
}

/** OrderedRecord (Resources, OrderedRecord; a request body only). */
export interface OrderedRecord {
  readonly id?: string;
  readonly version?: string;
  readonly key?: string;
  readonly createdAt?: string;
  readonly createdBy?: {
    readonly firstName?: string;
    readonly lastName?: string;
  };
  readonly lastModifiedAt?: string;
  readonly lastModifiedBy?: {
    readonly firstName?: string;
    readonly lastName?: string;
  };
  readonly custom?: string;
  readonly eigthProperty?: string;
  readonly ninthProperty?: string;
  readonly tenthProperty?: string;
  readonly eleventhPropery?: string;
  readonly twelthProperty?: string;
  readonly thirteenthProperty?: string;
  readonly fourteenthProperty?: string;
  readonly fifteenthProperty?: string;
}

/** DateExamples (Resources, DateExamples). */
export interface DateExamples {
  readonly dateOnlyExample?: string;
  readonly timeOnlyExample?: string;
  readonly dateTimeOnlyExample?: string;
  readonly dateTimeExample?: string;
  readonly dateTimeExampleDefaultFormat?: string;
  readonly dateTimeExampleRfc?: string;
}

/** Cart (Resources, Cart). */
export interface Cart {
  readonly cartId?: string;
  readonly cartVersion?: string;
  readonly lineItems?: readonly LineItem[];
  readonly sum?: Money;
  readonly shippingAddress?: Readonly<Record<string, unknown>>;
  readonly billingAddress?: Readonly<Record<string, unknown>>;
  readonly payments?: readonly unknown[];
  readonly discountCodes?: readonly unknown[];
}

/** LineItem (Resources, LineItem). */
export interface LineItem {
  readonly lineItemId?: string;
  readonly productId?: string;
  readonly name?: string;
  readonly type?: string;
  readonly count?: number;
  readonly price?: Money;
  readonly discountTexts?: readonly unknown[];
  readonly discounts?: readonly unknown[];
  readonly totalPrice?: Money;
  readonly variant?: Variant;
  readonly isGift?: boolean;
  readonly _url?: string;
}

/** Variant (Resources, Variant). */
export interface Variant {
  readonly id?: string;
  readonly sku?: string;
  readonly images?: readonly string[];
  readonly groupId?: string;
  readonly attributes?: Attributes;
  readonly price?: Money;
  readonly isOnStock?: boolean;
}

/** Attributes (Resources, Variant: the keys listed for `attributes`). */
export interface Attributes {
  readonly articleNumberManufacturer?: string;
  readonly articleNumberMax?: string;
  readonly matrixId?: string;
  readonly baseId?: string;
  readonly colorFreeDefinition?: string;
  readonly size?: string;
  readonly season?: string;
  readonly designer?: KeyAndLabel;
  readonly madeInItaly?: KeyAndLabel;
  readonly commonSize?: KeyAndLabel;
  readonly color?: KeyAndLabel;
  readonly style?: KeyAndLabel;
  readonly gender?: KeyAndLabel;
}

/** KeyAndLabel (Resources, Variant: the object that six of the attributes are). */
export interface KeyAndLabel {
  readonly key?: string;
  readonly label?: string;
}

/** Money (Resources, Money). */
export interface Money {
  readonly fractionDigits?: number;
  readonly centAmount?: number;
  readonly currencyCode?: string;
}

/** CreateRequest (4.6, the request body; the contract gives it no name, this one is ours). */
export interface CreateRequest {
  readonly objectTypeProperty: ObjectTypeProperty;
}

/** UpdateRequest (4.10, the request body; the contract gives it no name, this one is ours). */
export interface UpdateRequest {
  readonly version: number;
  readonly actions?: readonly ExampleResourceUpdateAction[];
}
