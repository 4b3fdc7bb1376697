import { Card, Text, Title } from '@mantine/core'
import type { MeetingLetter } from '@spacekeeper/contract/meetings/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { Status } from '#platform/ui/status.tsx'
import classes from './meetings.module.css'

/** What members were sent about a meeting, and how far it is. */
export const LettersList = ({ letters }: { letters: readonly MeetingLetter[] }) => {
  const { t } = useTranslation('meetings')
  return (
    <Card component="section" aria-labelledby="letters">
      <Title order={2} id="letters" mb="xs">
        {t('lettersHeading')}
      </Title>
      {letters.length === 0 ? <Text c="dimmed">{t('lettersEmpty')}</Text> : null}
      <ul className={classes.list}>
        {letters.map(({ id, kind, at, by, recipients, written }) => (
          <li key={id} className={classes.row}>
            <span className={classes.words}>
              <span>{t(`letter_${kind}`)}</span>
              <Text component="span" size="sm" c="dimmed">
                <Moment at={at} /> {by === null ? t('letterAuto') : t('letterBy', { name: by })}
              </Text>
            </span>
            <Status kind={written < recipients ? 'waiting' : 'fine'}>
              {written < recipients
                ? t('letterUnderWay', { written, count: recipients })
                : t('letterDone', { count: recipients })}
            </Status>
          </li>
        ))}
      </ul>
    </Card>
  )
}
