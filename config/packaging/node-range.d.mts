export declare function allows(range: string, version: string): boolean;
