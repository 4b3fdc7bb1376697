import { text } from 'node:stream/consumers'
import { settings } from '@spacekeeper/contract/index.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import { isSettingKey } from '#platform/settings/settings.ts'
import { changeSetting } from '../settings/settings.ts'
import { withCtx, type Command } from './command.ts'

const keyOf = (word: string | undefined) => {
  if (word === undefined || !isSettingKey(word)) throw new Error(`Unknown setting "${word ?? ''}". Try: settings list`)
  return word
}

/** JSON where it is JSON (true, 5, [1000]), text otherwise. */
const valueOf = (word: string | undefined): unknown => {
  if (word === undefined) throw new Error('The value is missing.')
  try {
    return JSON.parse(word)
  } catch {
    return word
  }
}

export const settingCommands: Record<string, Command> = {
  'settings list': {
    usage: '',
    help: 'Lists all settings and what they do.',
    run: async ({ say }) => {
      for (const [key, setting] of Object.entries<Setting>(settings)) say(`${key.padEnd(38)}${setting.help}`)
    },
  },
  'settings get': {
    usage: 'KEY',
    words: 1,
    help: 'Prints a setting as JSON. Secrets are not shown.',
    run: ({ config, words, say }) =>
      withCtx(config, async (ctx) => {
        const key = keyOf(words[0])
        const setting: Setting = settings[key]
        const value = await ctx.settings.get(key)
        say(setting.isSecret ? (value === '' ? 'not set' : 'set') : JSON.stringify(value))
      }),
  },
  'settings set': {
    usage: 'KEY VALUE|-',
    words: 2,
    help: 'Changes a setting. VALUE is text or JSON. For secrets, use "-" to read it from standard input.',
    run: ({ config, words, say }) =>
      withCtx(config, async (ctx) => {
        const key = keyOf(words[0])
        const word = words[1] === '-' ? (await text(process.stdin)).trimEnd() : words[1]
        const value = valueOf(word)
        const isText = typeof settings[key].default === 'string'
        await changeSetting(ctx, { key, value: isText ? word : value })
        say(`${key} is set.`)
      }),
  },
}
