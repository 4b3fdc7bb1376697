import { Anchor } from '@mantine/core'
import type { MemberMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { formatTime } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import classes from './meetings.module.css'

type Props = {
  meeting: Pick<MemberMeeting, 'startsAt' | 'date' | 'minutesPlanned' | 'place' | 'link' | 'chair'>
}

const endOf = ({ startsAt, minutesPlanned }: Props['meeting']) =>
  new Date(new Date(startsAt).getTime() + minutesPlanned * 60_000)

/** The time clocks at the space show, where it is not that of the reader. */
const timeThere = ({ startsAt, date }: Props['meeting']) => {
  const there = formatTime(`${date.replace(' ', 'T')}:00Z`, { timeZone: 'UTC' })
  return there === formatTime(startsAt) ? null : there
}

/** When and where a meeting is, and its chair. */
export const MeetingFactsList = ({ meeting }: Props) => {
  const { t } = useTranslation('meetings')
  const there = timeThere(meeting)
  return (
    <dl className={classes.facts}>
      <dt>{t('when')}</dt>
      <dd>
        <Moment at={meeting.startsAt} /> – {formatTime(endOf(meeting))}
        {there === null ? null : ` (${t('timeThere', { time: there })})`}
      </dd>
      {meeting.place === '' ? null : (
        <>
          <dt>{t('where')}</dt>
          <dd>{meeting.place}</dd>
        </>
      )}
      {meeting.link === '' ? null : (
        <>
          <dt>{t('link')}</dt>
          <dd>
            <Anchor href={meeting.link} target="_blank" rel="noreferrer" underline="always">
              {t('openLink')}
            </Anchor>
          </dd>
        </>
      )}
      {meeting.chair === '' ? null : (
        <>
          <dt>{t('chair')}</dt>
          <dd>{meeting.chair}</dd>
        </>
      )}
    </dl>
  )
}
