import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { viewQuery } from './api.ts'
import { DisplaySheet } from './display-sheet.tsx'
import { loadDisplayWords } from './page-words.ts'
import classes from './display.module.css'

/** What wall displays show now, asked for as they do without their line, in the colours of the reader. */
const PreviewPage = () => {
  const { t } = useTranslation('display')
  const query = useQuery(viewQuery(false))
  return (
    <Page query={query}>
      {(data) => (
        <DisplaySheet
          data={data}
          heardAt={query.dataUpdatedAt}
          aside={
            <Link to="/manage/display" className={classes.button} aria-label={t('leavePreview')}>
              <IconX size={22} stroke={1.7} aria-hidden />
            </Link>
          }
        />
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/display/preview')({
  component: PreviewPage,
  loader: loadDisplayWords,
  staticData: {
    title: 'display:titlePreview',
    loggedIn: true,
    staff: ['devices', 'settings'],
    hiddenMenu: true,
    bgGradient: true,
  },
})
