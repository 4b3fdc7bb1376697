import { Button, Group, Stack, Text } from '@mantine/core'
import type { AgreementList } from '@spacekeeper/contract/agreements/shapes.ts'
import { IconPlus, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { AgreementDialog } from './agreement-dialog.tsx'
import { AgreementsList } from './agreements-list.tsx'
import { agreementsQuery } from './api.ts'

/** What members sign, for staff: who it is for, and how many have signed. */
const ManagePage = () => {
  const { t } = useTranslation('agreements')
  const query = useQuery(agreementsQuery)
  const [isNew, setNew] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('add')}
    </Button>
  )
  return (
    <Page
      query={query}
      isEmpty={({ agreements }) => agreements.length === 0 && !isNew}
      empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={add} />}
    >
      {(list: AgreementList) => (
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text c="dimmed" maw={640}>
              {t('intro')}
            </Text>
            {add}
          </Group>
          <AgreementsList list={list} />
          {isNew ? <AgreementDialog plans={list.plans} onClose={() => setNew(false)} /> : null}
        </Stack>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/agreements')({
  component: ManagePage,
  staticData: {
    title: 'agreements:titleManage',
    loggedIn: true,
    staff: 'members',
    menu: { group: 'admin', icon: IconSignature, order: 17 },
  },
})
