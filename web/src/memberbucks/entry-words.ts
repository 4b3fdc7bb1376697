import type { LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import type { ContraAccount } from '@spacekeeper/contract/memberbucks/words.ts'
import {
  IconAdjustments,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconHeart,
  IconReceipt2,
  IconShoppingBag,
  IconTool,
  type Icon,
} from '@tabler/icons-react'

/** The word for each kind of movement. */
export const entryWords = {
  stripe: 'typeStripe',
  bank: 'typeBank',
  cash: 'typeCash',
  card: 'typeCard',
  interlock: 'typeInterlock',
  web: 'typeWeb',
  other: 'typeOther',
} as const satisfies Record<LedgerEntry['type'], string>

/** The word for where money came from or went to. */
export const accountWords = {
  bank: 'accountBank',
  cash: 'accountCash',
  cardClearing: 'accountCardClearing',
  dues: 'accountDues',
  machineIncome: 'accountMachineIncome',
  vendingIncome: 'accountVendingIncome',
  donation: 'accountDonation',
  correction: 'accountCorrection',
} as const satisfies Record<ContraAccount, string>

/** Where it went says more than how: a donation is no payment. */
export const entryWordOf = ({ type, contraAccount }: Pick<LedgerEntry, 'type' | 'contraAccount'>) =>
  contraAccount === 'donation' || contraAccount === 'dues' ? accountWords[contraAccount] : entryWords[type]

export const accountIcons = {
  bank: IconBuildingBank,
  cash: IconCash,
  cardClearing: IconCreditCard,
  dues: IconReceipt2,
  machineIncome: IconTool,
  vendingIncome: IconShoppingBag,
  donation: IconHeart,
  correction: IconAdjustments,
} as const satisfies Record<ContraAccount, Icon>
