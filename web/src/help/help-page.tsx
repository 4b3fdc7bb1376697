import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { type Guide, type GuideAudience, guideAudiences } from '@spacekeeper/contract/help/guides.ts'
import { IconHelp } from '@tabler/icons-react'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty } from '#platform/ui/page.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { type FoundGuide, searchGuides } from './guide-search.ts'
import classes from './help.module.css'

const headings = {
  members: 'forMembers',
  volunteers: 'forVolunteers',
  administrators: 'forAdministrators',
} as const satisfies Record<GuideAudience, string>

const GuideAnchor = ({ guide: { name, title }, at = '' }: { guide: Guide; at?: string }) => (
  <Anchor
    underline="always"
    renderRoot={(props) => <Link to="/help/$guide" params={{ guide: name }} hash={at} {...props} />}
  >
    {title}
  </Anchor>
)

const AudienceCard = ({ audience, guides }: { audience: GuideAudience; guides: readonly Guide[] }) => {
  const { t } = useTranslation('help')
  return (
    <Card component="section" aria-labelledby={audience}>
      <Title order={2} id={audience}>
        {t(headings[audience])}
      </Title>
      <ul className={classes.list}>
        {guides
          .filter((guide) => guide.audience === audience)
          .map((guide) => (
            <li key={guide.name}>
              <GuideAnchor guide={guide} />
            </li>
          ))}
      </ul>
    </Card>
  )
}

const FoundCard = ({ found }: { found: readonly FoundGuide[] }) => {
  const { t } = useTranslation('help')
  if (found.length === 0) return <Empty title={t('nothing')} text={t('nothingText')} />
  return (
    <Card component="section" aria-labelledby="found">
      <Title order={2} id="found">
        {t('found', { count: found.length })}
      </Title>
      <ul className={classes.list}>
        {found.map(({ guide, at }) => (
          <li key={guide.name}>
            <GuideAnchor guide={guide} at={at?.id ?? ''} />
            {at === null ? null : (
              <Text size="sm" c="dimmed">
                {at.heading === '' ? at.text : `${at.heading}: ${at.text}`}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const readFind = ({ find }: Record<string, unknown>): { find?: string } =>
  typeof find === 'string' && find !== '' ? { find: find.slice(0, 80) } : {}

const HelpPage = () => {
  const { t } = useTranslation('help')
  const guides = Route.useLoaderData()
  const { find = '' } = Route.useSearch()
  const navigate = useNavigate()
  const found = useMemo(() => searchGuides(guides, find), [guides, find])
  const write = (typed: string) =>
    void navigate({ to: '/help', search: readFind({ find: typed }), replace: true, resetScroll: false })
  return (
    <Stack gap="md">
      <SearchField value={find} onChange={write} label={t('find')} />
      {find.trim() === '' ? (
        <div className={classes.columns}>
          {guideAudiences.map((audience) => (
            <AudienceCard key={audience} audience={audience} guides={guides} />
          ))}
        </div>
      ) : (
        <FoundCard found={found} />
      )}
    </Stack>
  )
}

export const Route = createFileRoute('/help')({
  component: HelpPage,
  validateSearch: readFind,
  loader: async () => (await import('./guide-loader.ts')).listGuides(),
  staticData: {
    title: 'help:titleHelp',
    loggedIn: true,
    menu: { group: 'end', icon: IconHelp, order: -1 },
  },
})
