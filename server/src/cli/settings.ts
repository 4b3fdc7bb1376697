import { text } from 'node:stream/consumers'
import { settings, type Setting } from '@spacekeeper/contract/settings.ts'
import { changeSetting } from '../site/change-setting.ts'
import { withCtx, type Command } from './command.ts'
import { isSettingKey } from '#platform/settings/settings.ts'

const keyOf = (word: string | undefined) => {
  if (word === undefined || !isSettingKey(word)) throw new Error(`"${word ?? ''}" is no setting. Try: settings list`)
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
    help: 'Prints every setting with what it does.',
    run: async ({ say }) => {
      for (const [key, setting] of Object.entries<Setting>(settings)) say(`${key.padEnd(38)}${setting.help}`)
    },
  },
  'settings get': {
    usage: 'KEY',
    words: 1,
    help: 'Prints a setting as JSON. Secrets are not given out.',
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
    help: 'Sets a setting; VALUE is text, or JSON. "-" reads it from standard input, as is wise for secrets.',
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
