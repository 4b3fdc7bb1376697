import { Anchor, Button } from '@mantine/core'
import type { Award } from '@spacekeeper/contract/training/shapes.ts'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { endedText, formatLocalDay } from './own-certificate-row.tsx'
import { sourceWords } from './words.ts'
import classes from './training.module.css'

type Props = {
  award: Pick<Award, 'at' | 'source' | 'by' | 'endsOn' | 'end'>
  /** What the row is about: the certificate, or the member who has it. */
  title: string
  memberId?: number
  endLabel: string
  onEnd: (() => void) | null
}

/** A certificate of a member as staff see it: since when, who awarded it, until when. */
export const AwardRow = ({ award, title, memberId, endLabel, onEnd }: Props) => {
  const { t } = useTranslation('training')
  const { at, source, by, endsOn, end } = award
  const words = { day: formatDate(at), source: t(sourceWords[source]) }
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {memberId === undefined ? (
          <h3 className={classes.name}>{title}</h3>
        ) : (
          <Anchor
            className={classes.link ?? ''}
            renderRoot={(props) => (
              <Link to="/manage/members/$memberId" params={{ memberId: String(memberId) }} {...props} />
            )}
          >
            {title}
          </Anchor>
        )}
        {end === null && onEnd ? (
          <Button variant="subtle" size="compact-sm" color="red" aria-label={endLabel} onClick={onEnd}>
            {t('endAward')}
          </Button>
        ) : null}
      </div>
      <p className={classes.fact}>
        {by === null ? t('awardedLine', words) : t('awardedLineBy', { ...words, name: by })}
      </p>
      {end ? (
        <Status kind="none">{endedText(t, end)}</Status>
      ) : (
        <Status kind="fine">{endsOn === null ? t('endsNever') : t('endsOn', { day: formatLocalDay(endsOn) })}</Status>
      )}
    </li>
  )
}
