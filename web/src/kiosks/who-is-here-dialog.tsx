import { useQuery } from '@tanstack/react-query'
import { formatSince } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { onSiteQuery } from '../visits/api.ts'
import classes from './kiosk-home-sheet.module.css'

/** Who is on site, for members who may see it. */
export const WhoIsHereDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('kiosks')
  return (
    <BasicDialog onClose={onClose} title={t('whoIsHere')} size={500}>
      <Page
        query={useQuery(onSiteQuery)}
        skeleton={<RowsSkeleton rows={4} />}
        isEmpty={({ people }) => people.length === 0}
        empty={<Empty title={describeKey('visits:nobodyOnSite')} text="" />}
      >
        {({ people }) => (
          <ul className={classes.people}>
            {people.map(({ name, since, guests }) => (
              <li key={`${name} ${since}`} className={classes.person}>
                <span>
                  {name}
                  {guests > 0 ? ` ${describeKey('visits:andGuests', { count: guests })}` : ''}
                </span>
                <span className={classes.fact}>{formatSince(since)}</span>
              </li>
            ))}
          </ul>
        )}
      </Page>
    </BasicDialog>
  )
}
