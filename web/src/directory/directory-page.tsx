import { IconBroadcast } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { addTexts } from '#platform/i18n/i18n.ts'
import { Page } from '#platform/ui/page.tsx'
import { directoryQuery } from './api.ts'
import { PublishedCard } from './published-card.tsx'
import { SensorsCard } from './sensors-card.tsx'
import { StateCard } from './state-card.tsx'
import classes from './directory.module.css'

/** What the world reads of the space: open or closed, sensors, and the document of the directory. */
const DirectoryPage = () => (
  <Page query={useQuery(directoryQuery)}>
    {(overview) => (
      <div className={classes.columns}>
        <div className={classes.stack}>
          <StateCard view={overview} />
          <SensorsCard sensors={overview.sensors} />
        </div>
        <PublishedCard overview={overview} />
      </div>
    )}
  </Page>
)

export const Route = createFileRoute('/manage/directory')({
  component: DirectoryPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(directoryQuery)
    const { directoryText } = await import('./text.ts')
    addTexts({ directory: directoryText })
  },
  staticData: {
    title: 'directory:titleDirectory',
    loggedIn: true,
    staff: ['devices', 'settings'],
    menu: { group: 'admin', icon: IconBroadcast, order: 52 },
  },
})
