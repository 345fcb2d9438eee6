"""@quality_gated: nobody gets a result that was not released."""

import asyncio
import functools
import pickle
import unittest
from concurrent.futures import ThreadPoolExecutor

from dankaro_quality import AgentResult, Finding, HookRegistry, QualityHarness, ReleaseBlocked, Task, quality_gated
from dankaro_quality.ledger import Ledger
from dankaro_quality.settings import Settings
from tests.builders import make_claim, make_result

HARNESS = QualityHarness(Settings(), ledger=Ledger())
BLOCKED = make_result(claims=[make_claim(source="trust me")])


@quality_gated(HARNESS)
def honest(task: Task) -> AgentResult:
    """An agent whose result passes."""
    return make_result()


@quality_gated(HARNESS, repeats=2)
def careless(task: Task) -> AgentResult:
    return BLOCKED


@quality_gated(HARNESS)
async def honest_async(task: Task) -> AgentResult:
    await asyncio.sleep(0)
    return make_result()


@quality_gated(HARNESS)
async def careless_async(task: Task) -> AgentResult:
    return BLOCKED


class Desk:
    """An agent that is an object."""

    @quality_gated(HARNESS)
    def run(self, task: Task) -> AgentResult:
        """A method whose result passes."""
        return make_result(metadata={"desk": type(self).__name__, "task": task.id})

    @quality_gated(HARNESS)
    async def wait(self, task: Task) -> AgentResult:
        return self.answer()

    @quality_gated(HARNESS)
    def fail(self, task: Task) -> AgentResult:
        return BLOCKED

    @classmethod
    @quality_gated(HARNESS)
    def make(cls, task: Task) -> AgentResult:
        return cls.answer()

    @staticmethod
    @quality_gated(HARNESS)
    def answer_to(task: Task) -> AgentResult:
        return make_result()

    @quality_gated(HARNESS)
    def __call__(self, task: Task, *, more: int = 0) -> AgentResult:
        return make_result(metadata={"more": more})

    @staticmethod
    def answer() -> AgentResult:
        return make_result()


class Methods(unittest.TestCase):
    def test_a_method_is_gated_on_its_instance(self) -> None:
        desk = Desk()
        expected = make_result(metadata={"desk": "Desk", "task": "t"})
        for given in (desk.run(Task(id="t")), desk.run(task=Task(id="t")), Desk.run(desk, Task(id="t"))):
            self.assertEqual(given, expected)
        self.assertEqual((desk.run.__name__, desk.run.__doc__), ("run", "A method whose result passes."))
        with self.assertRaises(ReleaseBlocked):
            desk.fail(Task())

    def test_evaluate_knows_the_instance(self) -> None:
        desk = Desk()
        self.assertFalse(desk.fail.evaluate(Task())[1].released)
        self.assertFalse(Desk.fail.evaluate(desk, Task())[1].released)

    def test_async_class_and_static_methods_and_calls(self) -> None:
        desk = Desk()
        self.assertTrue(asyncio.iscoroutinefunction(desk.wait))
        for given in (asyncio.run(desk.wait(Task())), Desk.make(Task()), desk.make(Task()), desk.answer_to(Task())):
            self.assertEqual(given, make_result())
        self.assertEqual(desk(Task(), more=2), make_result(metadata={"more": 2}))


class Plain(unittest.TestCase):
    def test_a_released_result_comes_back(self) -> None:
        self.assertEqual(honest(Task()), make_result())
        self.assertEqual((honest.__name__, honest.__doc__), ("honest", "An agent whose result passes."))

    def test_a_blocked_one_raises_with_the_whole_report(self) -> None:
        with self.assertRaises(ReleaseBlocked) as caught:
            careless(Task(id="t"))
        self.assertIsInstance(caught.exception, RuntimeError)
        self.assertEqual(caught.exception.quality_report.task_id, "t")
        self.assertEqual(caught.exception.result, BLOCKED)
        self.assertIn("EVD002", str(caught.exception))

    def test_the_exception_pickles(self) -> None:
        with self.assertRaises(ReleaseBlocked) as caught:
            careless(Task())
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual(again.quality_report, caught.exception.quality_report)
        self.assertEqual(str(again), str(caught.exception))

    def test_evaluate_gives_result_and_report_without_an_exception(self) -> None:
        result, report = careless.evaluate(Task())
        self.assertEqual((result, report.released), (BLOCKED, False))

    def test_the_agent_s_own_exception_passes_untouched(self) -> None:
        @quality_gated(HARNESS)
        def broken(task: Task) -> AgentResult:
            raise LookupError("mine")

        with self.assertRaisesRegex(LookupError, "mine"):
            broken(Task())

    def test_what_is_no_result_is_blocked(self) -> None:
        for returned in (None, "text", 0, True):
            with self.subTest(returned=returned), self.assertRaises(ReleaseBlocked):
                quality_gated(HARNESS)(lambda task, given=returned: given)(Task())

    def test_further_arguments_reach_the_agent(self) -> None:
        @quality_gated(HARNESS)
        def agent(task: Task, output: str, *, more: str = "") -> AgentResult:
            return make_result(output=output + more)

        self.assertEqual(agent(Task(), "It ran", more=" twice.").output, "It ran twice.")

    def test_a_hook_before_the_run_keeps_the_agent_from_running(self) -> None:
        hooks = HookRegistry()
        hooks.add_pre_run(lambda task: [Finding("OWNER", "no owner")])
        called = []

        @quality_gated(QualityHarness(Settings(), hooks=hooks, ledger=Ledger()))
        def agent(task: Task) -> AgentResult:
            called.append(task)
            return make_result()

        with self.assertRaises(ReleaseBlocked) as caught:
            agent(Task())
        self.assertEqual((called, caught.exception.result), ([], None))

    def test_many_threads_do_not_mix(self) -> None:
        @quality_gated(HARNESS)
        def agent(task: Task) -> AgentResult:
            return make_result(output=f"Answer {task.id}.") if int(task.id) % 2 else BLOCKED

        def one(number: int) -> str:
            try:
                return str(agent(Task(id=str(number))).output)
            except ReleaseBlocked as blocked:
                return blocked.quality_report.task_id

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(one, range(64)))
        self.assertEqual(answers, [f"Answer {n}." if n % 2 else str(n) for n in range(64)])


class Async(unittest.TestCase):
    def test_released_and_blocked(self) -> None:
        self.assertEqual(asyncio.run(honest_async(Task())), make_result())
        with self.assertRaises(ReleaseBlocked):
            asyncio.run(careless_async(Task()))
        self.assertFalse(asyncio.run(careless_async.evaluate(Task()))[1].released)

    def test_cancelling_releases_nothing(self) -> None:
        @quality_gated(HARNESS)
        async def slow(task: Task) -> AgentResult:
            await asyncio.sleep(60)
            return make_result()

        async def cancelled() -> str:
            running = asyncio.create_task(slow(Task()))
            await asyncio.sleep(0)
            running.cancel()
            try:
                return str(await running)
            except asyncio.CancelledError:
                return "cancelled"

        self.assertEqual(asyncio.run(cancelled()), "cancelled")

    def test_a_partial_of_an_async_function_is_async(self) -> None:
        async def agent(prefix: str, task: Task) -> AgentResult:
            return make_result()

        gated = quality_gated(HARNESS)(functools.partial(agent, "a"))
        self.assertEqual(asyncio.run(gated(Task())), make_result())

    def test_an_object_with_an_async_call_is_async(self) -> None:
        class Agent:
            async def __call__(self, task: Task) -> AgentResult:
                return BLOCKED

        with self.assertRaises(ReleaseBlocked):
            asyncio.run(quality_gated(HARNESS)(Agent())(Task()))


class Refused(unittest.TestCase):
    def test_generators_are_refused_when_they_are_decorated(self) -> None:
        def generator(task: Task):
            yield make_result()

        async def async_generator(task: Task):
            yield make_result()

        for agent in (generator, async_generator):
            with self.subTest(agent=agent.__name__), self.assertRaises(TypeError):
                quality_gated(HARNESS)(agent)

    def test_what_still_has_to_run_is_refused_when_it_comes_back(self) -> None:
        async def later(task: Task) -> AgentResult:
            return make_result()

        for agent in (lambda task: later(task), lambda task: (make_result() for _ in range(1))):
            with self.subTest(agent=agent), self.assertRaises(TypeError):
                quality_gated(HARNESS)(agent)(Task())

    def test_uses_that_would_gate_nothing(self) -> None:
        with self.assertRaises(TypeError):
            quality_gated(lambda task: make_result())  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            quality_gated(HARNESS)("text")
        with self.assertRaises(ValueError):
            quality_gated(HARNESS, repeats=0)


if __name__ == "__main__":
    unittest.main()
