export const inRepository: boolean;
export function freshBuild(): URL | undefined;
