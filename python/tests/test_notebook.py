"""In a notebook a bar is shown, results show themselves, and interrupting the kernel keeps draws."""

import os
import pathlib
import time

import pytest

from test_session import gone

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"


def test_the_notebook_runs_and_shows():
    pytest.importorskip("arviz")
    notebook = nbformat.read(NOTEBOOKS / "occupancy.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    shown = "\n".join(
        output.data.get("text/html", output.data.get("text/plain", ""))
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output
    )
    for piece in ("tandem.Model", "dbern(psi[i])", "52 of z", "100% sampling", "tandem.Posterior", "ess_bulk", "elpd_loo", "site 3"):
        assert piece in shown, piece
    assert "<iframe srcdoc=" in shown and "(4, 1000, 100)" in shown


def test_an_interrupted_kernel_keeps_draws():
    from jupyter_client.manager import KernelManager

    kernel = KernelManager()
    kernel.start_kernel()
    client = kernel.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        client.execute(
            "import tandem\n"
            "model = tandem.Model('model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }')\n"
            "posterior = model.sample({'y': 1}, draws=100000, thin=5000, warmup=50, chains=1)\n"
            "print('kept', posterior.stopped, posterior.draws > 0)"
        )
        printed, bars, interrupted = "", 0, False
        end = time.monotonic() + 120
        while "kept" not in printed and time.monotonic() < end:
            message = client.get_iopub_msg(timeout=60)
            kind, content = message["msg_type"], message["content"]
            assert kind != "error", "\n".join(content.get("traceback", []))
            if kind == "stream":
                printed += content["text"]
            if kind in ("display_data", "update_display_data") and "<progress" in content["data"].get("text/html", ""):
                bars += 1
                # Some seconds into sampling there are draws to keep.
                if "sampling" in content["data"]["text/html"] and not interrupted and bars > 20:
                    interrupted = True
                    kernel.interrupt_kernel()
        assert printed.strip() == "kept True True" and bars > 20
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)


@pytest.mark.skipif(os.name == "nt", reason="processes of Unix")
def test_a_kernel_that_is_restarted_leaves_no_java_and_samples_again():
    from jupyter_client.manager import start_new_kernel

    manager, kernel = start_new_kernel(env={**os.environ})
    try:

        def said(code):
            found = []

            def heard(message):
                if message["msg_type"] == "stream":
                    found.append(message["content"]["text"])

            kernel.execute_interactive(code, output_hook=heard, timeout=60)
            return "".join(found).split()

        begin = (
            "import tandem\nfrom tandem import _session\n"
            "model = tandem.Model('model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }')\n"
            "print(_session.current().pid)"
        )
        first = int(said(begin)[-1])
        kernel.execute("model.sample({'y': 1}, draws=100000, thin=5000, warmup=50, chains=1)")
        time.sleep(0.5)
        manager.restart_kernel(now=True)
        kernel.wait_for_ready(timeout=60)
        assert gone(first)
        second = int(said(begin)[-1])
        assert second != first
        assert said("print(model.sample({'y': 1}, draws=50, warmup=50, chains=1)['mu'].shape)")[-2:] == ["(1,", "50)"]
    finally:
        kernel.stop_channels()
        manager.shutdown_kernel(now=True)
    assert gone(second)
