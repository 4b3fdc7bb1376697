import { Anchor } from '@mantine/core'
import type { StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { Link } from '@tanstack/react-router'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Status } from '#platform/ui/status.tsx'
import { PlaceActions } from './place-actions-list.tsx'
import { placeMarks } from './words.ts'
import classes from './storage.module.css'

/** Until when a place is held, in words. */
const useUntilWords = ({ untilOn, clearBy }: Pick<StoragePlace, 'untilOn' | 'clearBy'>) => {
  const { t } = useTranslation('storage')
  if (clearBy !== null) return t('clearBy', { day: formatCalendarDay(clearBy) })
  return untilOn === null ? t('untilNone') : t('until', { day: formatCalendarDay(untilOn) })
}

/** A place in the list of staff. */
export const PlaceRow = ({ place }: { place: StoragePlace }) => {
  const { t } = useTranslation('storage')
  const { code, name, kind, area, state, holder } = place
  const until = useUntilWords(place)
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <div className={classes.head}>
          <Anchor
            className={classes.code ?? ''}
            renderRoot={(props) => <Link to="/storage/$code" params={{ code }} {...props} />}
          >
            {code}
          </Anchor>
          <Status kind={placeMarks[state]}>{t(`state_${state}`)}</Status>
        </div>
        <p className={classes.fact}>{[name, t(`kind_${kind}`), area].filter((part) => part !== '').join(', ')}</p>
        {holder ? (
          <p className={classes.fact}>
            <MemberLink id={holder.id} isInText>
              {holder.name}
            </MemberLink>
            {holder.isMember ? '' : ` (${t('formerMember')})`}, {until}
          </p>
        ) : null}
      </div>
      <PlaceActions place={place} />
    </li>
  )
}
