import { Stack, Tabs } from '@mantine/core'
import type { StaffConcession } from '@spacekeeper/contract/billing/staff-shapes.ts'
import { concessionStates, type ConcessionState } from '@spacekeeper/contract/billing/words.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { concessionsQuery } from '../api.ts'
import { type ConcessionAct, ConcessionRow } from './concession-row.tsx'
import { ApproveDialog, DeclineConcessionDialog } from './decision-dialog.tsx'

/** Requests in one state, each with what staff can do with it. */
const ConcessionsPanel = ({ state }: { state: ConcessionState }) => {
  const { t } = useTranslation('billing')
  const viewer = useProfile()
  const [open, setOpen] = useState<{ act: ConcessionAct; concession: StaffConcession } | null>(null)
  const close = () => setOpen(null)
  return (
    <Page
      query={useQuery(concessionsQuery(state))}
      isEmpty={({ concessions }) => concessions.length === 0}
      empty={<Empty title={t(`concessionNone_${state}`)} text={t(`concessionNoneText_${state}`)} />}
    >
      {({ concessions }) => (
        <Stack gap="md">
          {concessions.map((concession) => (
            <ConcessionRow
              key={concession.id}
              concession={concession}
              mayDecide={viewer?.admin === true || viewer?.id !== concession.memberId}
              onAct={(act) => setOpen({ act, concession })}
            />
          ))}
          {concessions.length >= 200 ? <p>{t('concessionMany')}</p> : null}
          {open?.act === 'approve' ? <ApproveDialog concession={open.concession} onClose={close} /> : null}
          {open?.act === 'decline' ? <DeclineConcessionDialog concession={open.concession} onClose={close} /> : null}
        </Stack>
      )}
    </Page>
  )
}

const ConcessionsPage = () => {
  const { t } = useTranslation('billing')
  return (
    <Tabs defaultValue="asked" keepMounted={false} maw={860}>
      <Tabs.List mb="md">
        {concessionStates.map((state) => (
          <Tabs.Tab key={state} value={state}>
            {t(`concessionTab_${state}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {concessionStates.map((state) => (
        <Tabs.Panel key={state} value={state}>
          <ConcessionsPanel state={state} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

export const Route = createFileRoute('/manage/concessions')({
  component: ConcessionsPage,
  staticData: {
    title: 'billing:titleConcessions',
    loggedIn: true,
    staff: 'money',
    backButton: '/manage/payments',
  },
})
