import { api, calls } from '@gurukul/contract/index';
import { errors } from '@gurukul/contract/shared/words/errors';
import { describe, expect, test } from 'vitest';
import { read, testApp } from '../../test/app.ts';
import { methodsOf } from '../serve.ts';

const { app } = await testApp({ database: 'empty' });
const get = (url: string) => app.inject({ url }).then(read);

describe('the reference for machines', async () => {
  const { status, body, headers } = await get('/api/openapi.json');

  test('is OpenAPI 3.1, open to all', () => {
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.openapi).toBe('3.1.0');
    expect(body.servers).toEqual([{ url: '/api' }]);
  });

  test.each(calls())('describes $name', ({ name, call }) => {
    for (const method of methodsOf(call)) {
      const operation = body.paths[call.path][method.toLowerCase()];
      expect(operation.operationId).toContain(name);
      expect(operation.summary).toBe(call.summary);
      const types = call.file ?? ['application/json'];
      expect(Object.keys(operation.responses['200'].content)).toEqual(types);
      expect(operation.responses['200'].content[types[0]!].schema).toEqual(expect.any(Object));
      expect(Object.keys(operation.responses)).toContain(call.who === 'anyone' ? '400' : '401');
      expect(operation.security).toHaveLength(call.who === 'anyone' ? 0 : 1);
      const inPath = operation.parameters.filter((one: { in: string }) => one.in === 'path');
      expect(inPath.map((one: { name: string }) => `{${one.name}}`)).toEqual(
        call.path.match(/\{\w+\}/g) ?? [],
      );
      expect(operation.requestBody === undefined).toBe(method === 'GET');
    }
  });

  test('describes nothing else, and every reference in it leads somewhere', () => {
    expect(Object.keys(body.paths).length).toBe(new Set(calls().map(({ call }) => call.path)).size);
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    for (const path of new Set(references)) {
      const found = path.split('/').reduce((node, key) => node?.[key], body);
      expect(found, `#/${path}`).toEqual(expect.any(Object));
    }
  });
});

describe('the reference for people', async () => {
  const { status, body, headers } = await get('/api/docs');

  test('has a block for every call and a section for every noun', () => {
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const words: string = body.replaceAll('<wbr>', '').replaceAll(/<\/?var>/g, '');
    const missing = calls().filter(
      ({ name, call }) => !body.includes(`<article id="${name}">`) || !words.includes(`${call.path}<`),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
    for (const noun of Object.keys(api)) expect(body).toContain(`<section id="${noun}">`);
  });

  test('lists every refusal', () => {
    for (const [code, { status, message }] of Object.entries(errors)) {
      expect(body).toContain(`<tr><td>${status}</td><td><code>${code}</code></td><td>${message}</td></tr>`);
    }
  });

  test('needs no script and no foreign file, so the content policy holds', () => {
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script|<img|<link|\son\w+=|src=|url\(|@import/);
    expect(
      [...body.matchAll(/href="([^"]+)"/g)].every(
        ([, href]) => href.startsWith('#') || href.startsWith('/api/'),
      ),
    ).toBe(true);
  });
});
