import { describeIssue } from '@spacekeeper/contract/field-words.ts'

/**
 * The content security policy forbids evaluating strings, and zod's mere attempt at it is logged as an error.
 * zod reads this when it is loaded, which is after the first page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true, customError: describeIssue } })
