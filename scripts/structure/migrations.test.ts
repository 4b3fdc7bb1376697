import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { functionsInFiles, numberedMigrations } from './migrations.ts'

const at = (name: string) => `server/migrations/${name}.sql`

test('a gap or a double in the migrations is found', () => {
  expect(blamed(numberedMigrations, { [at('0001_a')]: '', [at('0002_b')]: '' })).toEqual([])
  expect(blamed(numberedMigrations, { [at('0001_a')]: '', [at('0003_b')]: '' })).toEqual([at('0003_b')])
  expect(blamed(numberedMigrations, { [at('0001_a')]: '', [at('0001_b')]: '' })).toEqual([at('0001_b')])
})

test('a migration that creates a function or a view is found, but for those that landed before there were files', () => {
  const right = {
    [at('0091_old')]: 'create function f() returns integer language sql return 1;',
    [at('0092_trigger')]: '-- Does not create function f.\ncreate trigger t after insert on a execute function f();',
  }
  expect(blamed(functionsInFiles, right)).toEqual([])
  const wrong = { [at('0092_a')]: 'CREATE OR REPLACE FUNCTION f()', [at('0100_b')]: 'create\n view v as select 1' }
  expect(blamed(functionsInFiles, wrong)).toEqual(Object.keys(wrong))
})
