import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { sayDay, sayHours } from '../openings/times.ts'
import { useFitting } from './use-fitting.ts'
import classes from './display.module.css'

/** The next openings and meetings; where there is room for fewer, the later ones are left out, and the next meeting is not. */
export const PlanList = ({ data, now }: { data: DisplayView; now: number }) => {
  const { t } = useTranslation('display')
  const { t: tOpenings } = useTranslation('openings')
  const { timeZone } = data
  const { box, count } = useFitting(data, data.openings.length + data.meetings.length)
  const meetings = data.meetings.slice(0, Math.max(1, count - data.openings.length))
  const openings = data.openings.slice(0, Math.max(1, count - meetings.length))
  const isOn = (startsAt: string) => new Date(startsAt).getTime() <= now
  return (
    <div ref={box} className={classes.view}>
      <h1 className={classes.title}>{t('planHeading')}</h1>
      {openings.length === 0 ? (
        <p className={classes.none}>{t('noOpenings')}</p>
      ) : (
        <ul className={classes.rows}>
          {openings.map(({ startsAt, endsAt, note }) => (
            <li key={startsAt} className={classes.row} data-now={isOn(startsAt) || undefined}>
              <span className={classes.first}>{sayDay(tOpenings, startsAt, { timeZone, now })}</span>
              <span>
                {sayHours(tOpenings, { startsAt, endsAt }, timeZone)}
                {isOn(startsAt) ? <strong> {t('now')}</strong> : null}
              </span>
              {note === null ? null : <span className={classes.dim}>{note}</span>}
            </li>
          ))}
        </ul>
      )}
      {meetings.length === 0 ? null : (
        <>
          <h2 className={classes.heading}>{t('meetingsHeading')}</h2>
          <ul className={classes.rows}>
            {meetings.map(({ name, startsAt, place }) => (
              <li key={`${startsAt} ${name}`} className={classes.row}>
                <span className={classes.first}>{formatMoment(startsAt, { timeZone })}</span>
                <span>{name}</span>
                {place === '' ? null : <span className={classes.dim}>{place}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
