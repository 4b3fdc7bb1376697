import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { createLog } from '#platform/log/log.ts'
import { backupFolder, listArchives } from '../backup/backup-folder.ts'
import { type BackupOrder, ownSetup, runBackup, runProof } from '../backup/backup-run.ts'
import { fetchCopies, givenCopySettings } from '../backup/copies/fetch-copies.ts'
import type { CopySettings } from '../backup/copies/stores.ts'
import { createKey, typeKey } from '../backup/keys.ts'
import { restoreArchive } from '../backup/restore.ts'
import { formatBytes } from '../doctor/machine-checks.ts'
import { openCopyOf } from '../services.ts'
import { optional, withCtx, type Command, type CommandInput } from './command.ts'
import { databaseImportOf } from './portable.ts'

const log = createLog('error')

const orderOf = ({ config, ...input }: CommandInput): BackupOrder => {
  const to = optional({ config, ...input }, 'to')
  return {
    to: to === undefined ? undefined : resolve(to),
    isProven: input.options['prove'] === true,
    open: openCopyOf(config, log),
    log,
  }
}

/** A line that is typed, or the first of standard input. */
const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

const erase = async (ctx: Ctx, memberIds: readonly number[]): Promise<number> => {
  if (memberIds.length === 0) return 0
  // Reads the whole portal, which is not waited for unless it is needed.
  const [{ domains }, { eraseAgain }] = await Promise.all([import('../domains.ts'), import('../profile/closing.ts')])
  let count = 0
  for (const memberId of memberIds) if (await eraseAgain(ctx, { memberId, domains })) count += 1
  return count
}

const nameOf = async (ctx: Ctx, word: string | undefined): Promise<string> => {
  const archives = await listArchives(backupFolder(ownSetup(ctx).dataDir))
  const found = word === undefined ? archives[0] : archives.find(({ name }) => name === word)
  if (!found) throw new Error(word === undefined ? 'There is no backup yet.' : `There is no backup ${word}.`)
  return found.name
}

export const backupCommands: Record<string, Command> = {
  'backup key': {
    usage: '',
    help: 'Makes a new key for backups, shows its code once and asks for it again. From then on backups are encrypted.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        const { dataDir } = ownSetup(ctx)
        const { id, code } = await createKey(dataDir, ctx.now())
        say(
          `The key ${id}. Write this code on paper, with the date, and keep it away from this machine:\n\n  ${code}\n`,
        )
        const typed = await ask('Type it in from the paper: ')
        if ((await typeKey(dataDir, typed, ctx.now())) === null)
          throw new Error('That is not the code, so this key does not count. Run the command again.')
        await change(ctx, 'backup.keyTyped', () => Promise.resolve({ result: undefined, data: { name: id } }))
        say('Backups are encrypted with this key from now on. Without the paper they can’t be restored elsewhere.')
      }),
  },
  'backup prove': {
    usage: '[NAME]',
    words: 1,
    help: 'Restores a backup, or else the newest, into a scratch folder, verifies it and throws the copy away.',
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const name = await nameOf(ctx, input.words[0])
        await runProof(ctx, { ...orderOf(input), name })
        input.say(`${name} can be restored: its rows are all there, and ledger and books add up.`)
      }),
  },
  'backup fetch': {
    usage: '[NAME] [--to FOLDER]',
    words: 1,
    help: 'Lists the copies elsewhere, or brings one of them to DATA_DIR/backups. The store or server is that of the settings, or, on a machine without a portal, of the environment (docs/guide/backup.md).',
    run: async (input) => {
      const { config, say } = input
      const folder = resolve(optional(input, 'to') ?? backupFolder(config.dataDir))
      const fetch = (settings: CopySettings) =>
        fetchCopies({ settings, name: input.words[0], folder, dataDir: config.dataDir, say })
      const given = givenCopySettings(process.env)
      await (given ? fetch(given) : withCtx(config, async (ctx) => fetch(await ctx.settings.all())))
    },
  },
  backup: {
    usage: '[--to FOLDER] [--prove]',
    help: 'Makes a backup in DATA_DIR/backups, also while the portal runs, and copies it to a folder. With --prove it tries to restore it.',
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const { name, bytes, copies, problems } = await runBackup(ctx, orderOf(input))
        input.say(`${name} was made (${formatBytes(bytes)}).`)
        for (const folder of copies) input.say(`It was copied to ${folder}.`)
        if (problems.length === 0) return
        // To the portal it is made, and the doctor says the rest.
        if (input.options['by-portal'] !== true) throw new Error(problems.join('\n'))
        for (const problem of problems) input.say(problem)
      }),
  },
  restore: {
    usage: 'FILE [--code CODE|-]',
    words: 1,
    help: 'Restores a backup into DATA_DIR, or into the empty database of DATABASE_URL, verifies it and says what has happened since. Stop the portal first. What was there is kept. The code of its key is asked for; "--code -" reads it from standard input.',
    run: async (input) => {
      const { config, say } = input
      const [file] = input.words
      const code = optional(input, 'code')
      if (file === undefined) throw new Error('Say which file: restore FILE')
      await restoreArchive({
        file: resolve(file),
        dataDir: config.dataDir,
        database: config.databaseUrl === undefined ? null : databaseImportOf(config),
        code: code === '-' ? await text(process.stdin) : code,
        askCode: process.stdin.isTTY ? ask : null,
        hasSecretKey: config.secretKey !== undefined,
        isBeside: input.options['by-portal'] === true,
        open: openCopyOf(config, log),
        erase,
        now: new Date(),
        log,
        say,
      })
    },
  },
}
