import type { TestProject } from 'vitest/node';
import { createReference } from '../../reference/create.ts';
import { serve } from '../../reference/serve.ts';
import './provided.ts';
import { briefOn } from '../runs/run-brief.ts';

/** Starts the embedded reference for a run that has no other target; returns a function that ends it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { brief, ...others } = project.getProvidedContext().conformance;
  if (!brief.embedded) return undefined;
  const served = await serve(createReference());
  project.provide('conformance', { ...others, brief: briefOn(brief, served.url) });
  return () => served.close();
}
