import { Button, Group, Stack, Tabs } from '@mantine/core'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import {
  IconBell,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDiscount,
  IconFileImport,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { holdablePlansQuery } from '../../plans/api.ts'
import { desk, deskSummaryQuery, type DeskFilter, type DeskTab } from './api.ts'
import { ChargesSheet } from './charges-sheet.tsx'
import { DeskFilterForm } from './filter-form.tsx'
import { DeskPaymentsSheet } from './payments-sheet.tsx'
import { DeskSummaryCard } from './summary-card.tsx'

/** Which list is open and what is looked for stand in the address. */
type PaymentsSearch = DeskFilter & { tab?: DeskTab }

const tabWords = {
  overdue: 'deskTabOverdue',
  open: 'deskTabOpen',
  paid: 'deskTabPaid',
  settled: 'deskTabSettled',
} as const satisfies Record<DeskTab, string>

const tabs = ['overdue', 'open', 'paid', 'settled'] as const

const load = (tab: DeskTab, filter: DeskFilter) =>
  tab === 'paid' ? desk.exportPayments(filter) : desk.exportCharges({ ...filter, list: tab })

/** The list that is overdue where there is any, or else the open one; it stays while the last of it is paid. Null until that is known. */
const useFirstTab = (): DeskTab | null => {
  const { data, isError } = useQuery(deskSummaryQuery)
  const [first, setFirst] = useState<DeskTab | null>(null)
  const found = data && (data.owing.count > 0 ? 'overdue' : 'open')
  if (first === null && found) setFirst(found)
  return first ?? found ?? (isError ? 'overdue' : null)
}

const PaymentsPage = () => {
  const { t } = useTranslation('billing')
  const { tab: chosen, ...filter } = Route.useSearch()
  const first = useFirstTab()
  const tab = chosen ?? first
  const navigate = useNavigate()
  const plans = useQuery(holdablePlansQuery).data?.plans ?? []
  const go = (search: PaymentsSearch) =>
    void navigate({ to: '/manage/payments', search, replace: true, resetScroll: false })
  const change = (next: DeskFilter) => go({ ...next, ...(tab !== null && { tab }) })
  const open = (value: string | null) => {
    const next = tabs.find((one) => one === value)
    if (next) go({ ...filter, tab: next })
  }
  return (
    <Stack gap="md">
      <Links />
      <DeskSummaryCard />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(tabWords[one])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <Stack gap="md">
              <DeskFilterForm filter={filter} plans={plans} onChange={change}>
                <DownloadButton label={t('deskDownload')} load={() => load(one, filter)} />
              </DeskFilterForm>
              {one === 'paid' ? (
                <DeskPaymentsSheet filter={filter} onClear={() => change({})} />
              ) : (
                <ChargesSheet list={one} filter={filter} onClear={() => change({})} />
              )}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}

const ownLinks = [
  { to: '/manage/payments/import', icon: IconFileImport, label: 'deskImport' },
  { to: '/manage/payments/debits', icon: IconBuildingBank, label: 'deskDebits' },
  { to: '/manage/payments/reminders', icon: IconBell, label: 'deskReminders' },
  { to: '/manage/payments/rehearsal', icon: IconPlayerPlay, label: 'deskRehearsal' },
  { to: '/manage/concessions', icon: IconDiscount, label: 'titleConcessions' },
] as const // their addresses are checked

const stripeLink = { to: '/manage/payments/stripe', icon: IconCreditCard, label: 'deskStripe' } as const // as above

/** What else the treasurer does with payments. */
const Links = () => {
  const { t } = useTranslation('billing')
  const { features } = useSite()
  const links = features.enableStripe ? [...ownLinks, stripeLink] : ownLinks
  return (
    <Group gap="xs">
      {links.map(({ to, icon: Icon, label }) => (
        <Button key={to} component={Link} to={to} variant="default" leftSection={<Icon size={16} aria-hidden />}>
          {t(label)}
        </Button>
      ))}
    </Group>
  )
}

// Written out: this part of a page is in the first one, where the contract's schemas would be too heavy.
const knownTabs: Record<DeskTab, true> = { overdue: true, open: true, paid: true, settled: true }
const knownCollectors: Record<Collector, true> = {
  stripe: true,
  bank: true,
  cash: true,
  invoice: true,
  balance: true,
  free: true,
}
const isKeyOf = <K extends string>(known: Record<K, true>, value: unknown): value is K =>
  typeof value === 'string' && Object.hasOwn(known, value)

const readSearch = (given: Record<string, unknown>): PaymentsSearch => {
  const { tab, text, plan, collector } = given
  const words = typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, 100) : ''
  const planId = Number(plan)
  return {
    ...(isKeyOf(knownTabs, tab) && { tab }),
    ...(words !== '' && { text: words }),
    ...(Number.isInteger(planId) && planId > 0 && { plan: planId }),
    ...(isKeyOf(knownCollectors, collector) && { collector }),
  }
}

export const Route = createFileRoute('/manage/payments')({
  component: PaymentsPage,
  validateSearch: readSearch,
  staticData: {
    title: 'billing:titlePayments',
    loggedIn: true,
    staff: 'money',
    menu: { group: 'admin', icon: IconCash, order: 20 },
  },
})
