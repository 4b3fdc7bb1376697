import type { IssueEntry } from '@spacekeeper/contract/issues/shapes.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import classes from './issues.module.css'

const stateEntries = {
  open: 'entryStateOpen',
  inProgress: 'entryStateInProgress',
  done: 'entryStateDone',
} as const // keys of words

const useWords = (isMaintenance: boolean) => {
  const { t } = useTranslation('issues')
  return ({ kind, by, state, text }: IssueEntry): string => {
    const name = by ?? t('someStaff')
    switch (kind) {
      case 'reported':
        return isMaintenance ? t('entryReportedPortal') : t('entryReported', { name })
      case 'state':
        return t(stateEntries[state ?? 'open'], { name })
      case 'note':
        return t('entryNote', { name })
      case 'reply':
        return t('entryReply', { name })
      case 'merged':
        return t('entryMerged', { name, text })
      case 'owner':
        return text === '' ? t('entryOwnerNone', { name }) : t('entryOwner', { name, text })
      case 'due':
        return text === '' ? t('entryDueNone', { name }) : t('entryDue', { name, text: formatCalendarDay(text) })
      case 'lockedOut':
        return t('entryLockedOut')
      case 'unlocked':
        return t('entryUnlocked')
      case 'told':
        return t('entryTold', { count: Number(text) })
    }
  }
}

/** Everything that happened with a report, for staff. */
export const HistoryList = ({ entries, isMaintenance }: { entries: readonly IssueEntry[]; isMaintenance: boolean }) => {
  const say = useWords(isMaintenance)
  return (
    <ol className={classes.history}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>{say(entry)}</div>
          <span className={classes.fact}>
            <Moment at={entry.at} />
          </span>
          {entry.kind === 'note' || entry.kind === 'reply' ? <p className={classes.said}>{entry.text}</p> : null}
        </li>
      ))}
    </ol>
  )
}
