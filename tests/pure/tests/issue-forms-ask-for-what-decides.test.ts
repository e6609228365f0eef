import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageFolder } from '../../../config/packaging/package-folder.ts';

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id: string;
    readonly attributes: { readonly label: string };
    readonly validations: { readonly required: boolean };
  }[];
}

const read = (file: string): string => readFileSync(join(packageFolder, '.github', file), 'utf8');
const forms = readdirSync(join(packageFolder, '.github/ISSUE_TEMPLATE')).filter(
  (name) => name !== 'config.yml',
);

/** What has to be known before anybody can judge such an issue. */
const asked: Readonly<Record<string, readonly string[]>> = {
  'false-alarm.yml': ['tape', 'clause', 'version', 'reason'],
  'missed-defect.yml': ['defect', 'shown', 'report', 'version'],
  'new-clause.yml': ['sentence', 'violation', 'rationale'],
};

describe.for(forms)('%s', (file) => {
  const { name, description, body } = parse(read(`ISSUE_TEMPLATE/${file}`)) as Form;

  test('meets the demands of GitHub for a form', () => {
    expect([name, description]).not.toContain('');
    const labels = body.map(({ attributes }) => attributes.label);
    expect(new Set(labels).size).toBe(body.length);
    expect(body.filter(({ type }) => !['input', 'textarea'].includes(type))).toEqual([]);
  });

  test('asks for the facts that decide', () => {
    expect(body.filter(({ validations }) => validations.required).map(({ id }) => id)).toEqual(asked[file]);
  });
});

test('each form is known here', () => {
  expect(forms.toSorted()).toEqual(Object.keys(asked));
});

test('a pull request is described in five lines', () => {
  expect(read('pull_request_template.md').trimEnd().split('\n')).toHaveLength(5);
});
