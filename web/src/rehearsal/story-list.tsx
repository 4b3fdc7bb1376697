import { Button, Text } from '@mantine/core'
import type { StoryLine } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { StoryKind } from '@spacekeeper/contract/rehearsal/words.ts'
import { useState } from 'react'
import { formatCalendarDay, formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { StatusIcon, type StatusKind } from '#platform/ui/status.tsx'
import classes from './rehearsal.module.css'

const marks: Record<StoryKind, StatusKind> = {
  begun: 'inUse',
  act: 'inUse',
  charge: 'info',
  chargeVoid: 'none',
  payment: 'good',
  paidBack: 'warning',
  processing: 'waiting',
  refused: 'refused',
  needsConfirmation: 'warning',
  planBegun: 'good',
  planChanged: 'info',
  planState: 'info',
  cancelled: 'warning',
  takenBack: 'good',
  doorOpen: 'good',
  doorClosed: 'locked',
  email: 'info',
  sms: 'info',
  impossible: 'refused',
}

type StoryLineProps = { line: StoryLine; name: string; locale: string; onRead: (line: StoryLine) => void }

/** A line in words. */
const useSentence = () => {
  const { t } = useTranslation('rehearsal')
  return (line: StoryLine, { name, locale }: Pick<StoryLineProps, 'name' | 'locale'>): string => {
    const { kind, act, amountCents, currency, about, state } = line
    const on = line.on === null ? '' : formatCalendarDay(line.on)
    const amount = formatMoney(amountCents ?? 0, locale, currency ?? undefined)
    if (kind === 'act') return act === null ? '' : t(`did_${act}`, { name })
    const stateWord = state === null ? '' : t(`state_${state}`, { on })
    const sentence = t(`line_${kind}`, { name, about, amount, on, state: stateWord })
    return kind === 'refused' && on !== '' ? `${sentence} ${t('triesAgain', { on })}` : sentence
  }
}

const Line = ({ line, name, locale, onRead }: StoryLineProps) => {
  const { t } = useTranslation('rehearsal')
  const sentence = useSentence()
  return (
    <li className={line.kind === 'act' ? classes.act : classes.line}>
      <span className={classes.mark}>
        <StatusIcon kind={marks[line.kind]} />
      </span>
      <span>{sentence(line, { name, locale })}</span>
      {line.text === null ? null : (
        <Button
          variant="subtle"
          size="compact-xs"
          flex="none"
          aria-label={t('readSubject', { about: line.about })}
          onClick={() => onRead(line)}
        >
          {t('showMessage')}
        </Button>
      )}
    </li>
  )
}

const byDay = (lines: readonly StoryLine[]): { day: string; lines: StoryLine[] }[] => {
  const days: { day: string; lines: StoryLine[] }[] = []
  for (const line of lines) {
    const last = days.at(-1)
    if (last?.day === line.day) last.lines.push(line)
    else days.push({ day: line.day, lines: [line] })
  }
  return days.toReversed()
}

/** What happened, the latest day first, and within a day in its order. */
export const StoryList = ({
  lines,
  name,
  locale,
}: Pick<StoryLineProps, 'name' | 'locale'> & { lines: StoryLine[] }) => {
  const [read, setRead] = useState<StoryLine | null>(null)
  return (
    <>
      {byDay(lines).map(({ day, lines: own }) => (
        <section key={day} className={classes.day}>
          <h3 className={classes.date}>
            <time dateTime={day}>{formatCalendarDay(day)}</time>
          </h3>
          <ul className={classes.lines}>
            {own.map((line) => (
              <Line key={line.id} line={line} name={name} locale={locale} onRead={setRead} />
            ))}
          </ul>
        </section>
      ))}
      {read === null ? null : (
        <BasicDialog title={read.about} onClose={() => setRead(null)}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {read.text}
          </Text>
        </BasicDialog>
      )}
    </>
  )
}
